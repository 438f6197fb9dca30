import type { CSSProperties } from 'react';
import classes from './skeleton.module.css';

/**
 * Renders a placeholder of the given size. A plain element: with dozens of Mantine's, they would take a tenth of the
 * time that a phone needs to render a screen.
 */
export const Skeleton = (style: CSSProperties) => (
	<div className={classes.skeleton} style={style} />
);
