import { AccessBadge, StatusBadge } from '../badges.tsx';
import classes from './cross-list.module.css';

/** Whether something is published and whether it is free, in one cell of a list. */
export const StateBadges = ({ published, free }: { published: boolean; free: boolean }) => (
	<span className={classes.states}>
		<StatusBadge published={published} />
		<AccessBadge free={free} />
	</span>
);
