import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { onDemand } from '../loading/on-demand.tsx';
import { OrderingContext, tellWhyNot, useMoves } from './ordering.ts';

const [PlaceDialog] = onDemand(() => import('./place-dialog.tsx'), 'PlaceDialog');

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/** Text is moved in by the same keys. */
const TYPES = 'textarea, select, input:not([type=checkbox], [type=radio])';

type OrderBoxProps = Parameters<typeof useMoves>[0] & { children: ReactNode };

/** Around the rows of a list under a parent, each with its id as `data-row`: they can be moved, by keys too. */
export const OrderBox = ({ children, ...options }: OrderBoxProps) => {
	const { ordering, said } = useMoves(options);
	const box = useRef<HTMLDivElement>(null);
	useEffect(() => {
		const element = box.current;
		if (!element || !ordering) return;
		const hear = (event: KeyboardEvent) => {
			const by = STEPS[event.key];
			const { altKey, ctrlKey, metaKey, shiftKey } = event;
			const target = event.target as HTMLElement;
			const id = target.closest<HTMLElement>('[data-row]')?.dataset.row;
			if (!by || !id || !altKey || ctrlKey || metaKey || shiftKey || target.matches(TYPES)) return;
			event.preventDefault();
			if (ordering.blocked) tellWhyNot(ordering);
			else ordering.step(id, by);
		};
		element.addEventListener('keydown', hear);
		return () => element.removeEventListener('keydown', hear);
	}, [ordering]);
	return (
		<OrderingContext value={ordering}>
			<div ref={box} data-order>
				{children}
			</div>
			<VisuallyHidden role="status" data-moved>
				{said}
			</VisuallyHidden>
			{ordering && (
				<PlaceDialog
					opened={ordering.asking !== undefined}
					onClose={() => ordering.ask(undefined)}
					ordering={ordering}
				/>
			)}
		</OrderingContext>
	);
};
