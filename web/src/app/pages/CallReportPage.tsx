export { CallReport as Screen } from '../../reports/telephone/CallReport';
