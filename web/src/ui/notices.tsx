import '@mantine/notifications/styles.css';
import { type NotificationData, Notifications, notifications } from '@mantine/notifications';

/** Where what is told in passing is shown. Comes with the first thing told. */
export const Notices = () => <Notifications position="bottom-right" limit={3} autoClose={6000} />;

export const show = (notice: NotificationData) =>
	notifications.show({ closeButtonProps: { 'aria-label': 'Dismiss' }, ...notice });
