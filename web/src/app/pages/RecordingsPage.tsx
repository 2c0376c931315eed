export { RecordingList as Screen } from '../../tickets/calls/recordings/RecordingList';
