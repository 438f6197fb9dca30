import type { ReactNode } from 'react';
import { useMay } from '../../api/account.ts';

/** Whether the person may change content. */
export const useMayEdit = () => useMay('content:write');

/** What only those see who may change content: the ways to add, edit and delete. */
export const ForEditors = ({ children }: { children: ReactNode }) =>
	useMayEdit() ? children : null;
