import { render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { useFocusBack } from './modal.tsx';

const Dialog = ({ opened, children }: { opened: boolean; children: React.ReactNode }) => {
	useFocusBack(opened);
	return opened ? <div role="dialog">{children}</div> : null;
};

/** A row with a button that opens a dialog; `Done` does what the change and the reload of the list do. */
const Screen = ({ removes }: { removes: 'nothing' | 'control' | 'both' }) => {
	const [opened, setOpened] = useState(false);
	const [isDone, setDone] = useState(false);
	const finish = () => {
		if (removes !== 'both') setOpened(false);
		if (removes !== 'nothing') setDone(true);
	};
	const dialog = (
		<Dialog opened={opened}>
			<button type="button" onClick={finish}>
				Done
			</button>
		</Dialog>
	);
	return (
		<>
			<h1>Payments</h1>
			<h2>Details</h2>
			{!isDone && (
				<button type="button" onClick={() => setOpened(true)}>
					Take back
				</button>
			)}
			{removes === 'both' && isDone ? null : dialog}
		</>
	);
};

it.each([
	['the heading above a control that the change removes', 'control', 'Details'],
	['the heading above a control that is removed with the open dialog', 'both', 'Details'],
	// Last, because the focus is watched after it.
	['the control', 'nothing', 'Take back'],
] as const)('gives the focus back to %s', async (_, removes, name) => {
	render(<Screen removes={removes} />);
	const press = (label: string) => {
		const button = screen.getByText(label);
		button.focus();
		button.click();
	};
	press('Take back');
	await screen.findByRole('dialog');
	press('Done');
	await expect.poll(() => document.activeElement?.textContent).toBe(name);
});
