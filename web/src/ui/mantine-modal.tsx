import { Modal, type ModalProps } from '@mantine/core';
import { type SyntheticEvent, useEffect, useState } from 'react';

/** How many dialogs are open: one may stand above another. */
let open = 0;

/**
 * While a dialog is open, the screen behind it is out of reach for everybody. `aria-modal` alone leaves
 * that to the screen reader, and some let people wander off.
 */
const useInertBehind = (opened: boolean) =>
	// After the dialog's own effects: it notes where the focus was, and to be inert takes it away.
	useEffect(() => {
		const screen = document.getElementById('root');
		if (!opened || !screen) return;
		open += 1;
		screen.inert = true;
		return () => {
			open -= 1;
			screen.inert = open > 0;
		};
	}, [opened]);

/**
 * Mantine's dialog, in a file by itself so that it can be fetched by itself (`modal.tsx`). As long as it
 * holds something that was typed, chosen or uploaded, only its buttons close it: a click beside it or Esc
 * may be a slip.
 */
export const MantineModal = (props: ModalProps) => {
	const [filled, setFilled] = useState<Element>();
	const fill = ({ target }: SyntheticEvent) => setFilled(target as Element);
	useEffect(() => {
		// The form has done its work, and the dialog closes or goes on with something else.
		if (!filled?.isConnected) setFilled(undefined);
	});
	useInertBehind(props.opened);
	return (
		<Modal
			{...props}
			closeOnClickOutside={props.closeOnClickOutside !== false && !filled}
			closeOnEscape={!filled}
			onInput={fill}
			onDrop={fill}
		/>
	);
};
