import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';

export function ToastPlace() {
  return <Notifications position="bottom-left" autoClose={3000} limit={3} />;
}
