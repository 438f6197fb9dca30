import { ActionIcon, Button } from '@mantine/core';
import {
	IconChevronLeft,
	IconChevronRight,
	IconZoomIn,
	IconZoomOut,
	type TablerIcon,
} from '@tabler/icons-react';
import { inactive } from '../rows/row-busy.tsx';
import classes from './preview.module.css';

/** The zoom at which a page is as wide as the room it has. */
export const FIT = 1;
const STEPS = [0.5, 0.75, FIT, 1.5, 2, 3] as const;

interface PreviewToolsProps {
	/** The page on screen, from 1. */
	number: number;
	pages: number;
	turn: (to: number) => void;
	zoom: number;
	setZoom: (zoom: number) => void;
}

/** `off` in looks only: a button that holds the focus may not take it with it. */
const tool = (name: string, Icon: TablerIcon, off: boolean, onClick: () => void) => (
	<ActionIcon
		variant="default"
		title={name}
		aria-label={name}
		onClick={onClick}
		{...(off && inactive)}
	>
		<Icon size={20} aria-hidden />
	</ActionIcon>
);

/** Turns the pages of a preview, and makes them larger and smaller. */
export const PreviewTools = ({ number, pages, turn, zoom, setZoom }: PreviewToolsProps) => {
	const smaller = STEPS.findLast((step) => step < zoom);
	const larger = STEPS.find((step) => step > zoom);
	return (
		<div className={classes.tools} role="toolbar" aria-label="Preview">
			<div className={classes.group}>
				{tool('Previous page', IconChevronLeft, number <= 1, () => turn(number - 1))}
				<span className={classes.count} role="status">
					Page {number} of {pages}
				</span>
				{tool('Next page', IconChevronRight, number >= pages, () => turn(number + 1))}
			</div>
			<div className={classes.group}>
				{tool('Zoom out', IconZoomOut, !smaller, () => setZoom(smaller ?? zoom))}
				<Button
					variant="default"
					className={classes.fit}
					title="Fit to width"
					aria-label="Fit to width"
					onClick={() => setZoom(FIT)}
				>
					{zoom === FIT ? 'Fit' : `${zoom * 100}%`}
				</Button>
				{tool('Zoom in', IconZoomIn, !larger, () => setZoom(larger ?? zoom))}
			</div>
		</div>
	);
};
