import { Notifications } from '@mantine/notifications';

const MAX_AT_ONCE = 3;

/** Renders the notices at the bottom right, above a bar at the foot: they cover no title, state or tabs. */
export const NoticeList = () => (
	<Notifications position="bottom-right" containerWidth={360} limit={MAX_AT_ONCE} zIndex={400} />
);
