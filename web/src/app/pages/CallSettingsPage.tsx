export { CallSettingsRoom as Screen } from '../../callSettings/CallSettingsRoom';
