import { Notifications } from '@mantine/notifications';

const MAX_AT_ONCE = 3;

/** Renders the notices below the header, where they cover neither the last rows nor a bar at the foot. */
export const NoticeList = () => (
	<Notifications position="top-center" limit={MAX_AT_ONCE} zIndex={400} />
);
