import type { ReactNode } from 'react';
import { useWide } from './table/shape.ts';

/** What a phone's two lines have no room for. */
export const OnlyWide = ({ children }: { children: ReactNode }) => (useWide() ? children : null);
