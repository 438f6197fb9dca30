import type { ReactNode } from 'react';
import { useMay } from '../../api/account.ts';

/** Returns whether the person may change content. */
export const useMayEdit = () => useMay('content:write');

/** Renders its children for people who may edit content. */
export const ForEditors = ({ children }: { children: ReactNode }) =>
	useMayEdit() ? children : null;
