export { TimerRoom as Screen } from '../../presence/timer/TimerRoom';
