export { UploadRoom as Screen } from '../../assist/voice/UploadRoom';
