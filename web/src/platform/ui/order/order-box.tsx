import { VisuallyHidden } from '@mantine/core';
import {
	type KeyboardEvent,
	type ReactNode,
	type SyntheticEvent,
	useMemo,
	useRef,
	useState,
} from 'react';
import { lazyPart, onDemand, useIdleLoad } from '../loading/on-demand.tsx';
import { createHandles, OrderingContext, showBlockedReason, useMoves } from './ordering.ts';

const [Dragging, loadDragging] = lazyPart(() => import('./dragging.tsx'), 'Dragging', null);
const [PlaceDialog, loadPlaceDialog] = onDemand(() => import('./place-dialog.tsx'), 'PlaceDialog');

/** Loads what moves rows, before it is used. */
const prepare = () => {
	loadDragging();
	loadPlaceDialog();
};

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/** Inputs that use Alt and the arrow keys themselves. */
const TEXT = 'textarea, select, input:not([type=checkbox], [type=radio])';

/** Passes a press on a handle to drag and drop, also if its code is loaded only then. */
const useDrag = () => {
	const ready = useRef<((id: string, event: SyntheticEvent) => void) | undefined>(undefined);
	const pending = useRef<Parameters<NonNullable<typeof ready.current>>>(undefined);
	return useMemo(
		() => ({
			press: (event: SyntheticEvent) => {
				const handle = (event.target as Element).closest('[data-handle]');
				const id = handle?.closest<HTMLElement>('[data-row]')?.dataset.row;
				if (!id) return;
				if (ready.current) ready.current(id, event);
				else pending.current = [id, event];
			},
			release: () => {
				pending.current = undefined;
			},
			onReady: (press: typeof ready.current) => {
				ready.current = press;
				if (press && pending.current) press(...pending.current);
				pending.current = undefined;
			},
		}),
		[],
	);
};

type OrderBoxProps = Parameters<typeof useMoves>[0] & { children: ReactNode };

/** Makes the rows of a list under a parent movable: by dragging, by Alt and the arrow keys, and by their menus. */
export const OrderBox = ({ children, ...options }: OrderBoxProps) => {
	const { ordering, announcement } = useMoves(options);
	const [handles] = useState(createHandles);
	const [isArmed, setArmed] = useState(false);
	const context = useMemo(() => ordering && { ...ordering, handles }, [ordering, handles]);
	const drag = useDrag();
	useIdleLoad(prepare);
	if (!ordering) return children;
	const arm = () => {
		setArmed(true);
		prepare();
	};
	const press = (event: KeyboardEvent<HTMLElement>) => {
		const by = STEPS[event.key];
		const { altKey, ctrlKey, metaKey, shiftKey } = event;
		const target = event.target as HTMLElement;
		const id = target.closest<HTMLElement>('[data-row]')?.dataset.row;
		if (!by || !id || !altKey || ctrlKey || metaKey || shiftKey || target.matches(TEXT)) return;
		event.preventDefault();
		if (ordering.blocked) showBlockedReason(ordering);
		else ordering.step(id, by);
	};
	return (
		<OrderingContext value={context}>
			{/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are pressed on controls of the rows */}
			<div
				data-order
				onKeyDown={press}
				onFocus={arm}
				onPointerEnter={arm}
				onMouseDown={drag.press}
				onTouchStart={drag.press}
				onMouseUp={drag.release}
				onTouchEnd={drag.release}
				onTouchCancel={drag.release}
			>
				{children}
			</div>
			{isArmed && <Dragging ordering={ordering} handles={handles} onReady={drag.onReady} />}
			<VisuallyHidden role="status" data-moved>
				{announcement}
			</VisuallyHidden>
			<PlaceDialog
				opened={ordering.dialogRow !== undefined}
				onClose={() => ordering.ask(undefined)}
				ordering={ordering}
			/>
		</OrderingContext>
	);
};
