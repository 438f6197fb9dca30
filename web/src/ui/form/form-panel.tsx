import type { ReactNode } from 'react';
import classes from './form.module.css';

/** The surface that a page's form lies on. */
export const FormPanel = ({ children }: { children: ReactNode }) => (
	<div className={classes.panel}>{children}</div>
);

/** Short fields side by side where there is room. */
export const FieldColumns = ({ children }: { children: ReactNode }) => (
	<div className={classes.columns}>{children}</div>
);
