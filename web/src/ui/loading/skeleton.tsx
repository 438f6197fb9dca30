import type { CSSProperties } from 'react';
import classes from './skeleton.module.css';

/**
 * The place of something that is on its way, as large as its styles say. A plain element: dozens of Mantine's would be
 * a tenth of what a phone works for a screen, and are gone before anybody has looked at them.
 */
export const Skeleton = (style: CSSProperties) => (
	<div className={classes.skeleton} style={style} />
);
