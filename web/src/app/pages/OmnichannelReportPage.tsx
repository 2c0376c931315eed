import { OmnichannelReport } from '../../reports/OmnichannelReport';

export { OmnichannelReport as Screen };
