import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { markSettlement } from '#shared/contract/settlements.ts';
import { DialogForm } from '../../ui/form-modal.tsx';
import { useSettleMarks } from './acts.ts';
import classes from './transactions.module.css';

/** Says, with a reason, that a marked payment needs no look any more. */
export const SettleMarks = ({ id }: { id: string }) => {
	const [asked, ask] = useState(false);
	const send = useSettleMarks(id);
	if (!asked)
		return (
			<Button variant="default" size="xs" mt="sm" onClick={() => ask(true)}>
				Settle
			</Button>
		);
	return (
		<div className={classes.settle}>
			<DialogForm
				schema={markSettlement}
				send={send}
				onDone={() => ask(false)}
				onClose={() => ask(false)}
				submit="Settle"
				pending="Settling..."
				fallback="The payment could not be settled"
			>
				{(wrong) => (
					<TextInput
						name="reason"
						label="Reason"
						description="Why nobody has to look at it any more. It stays in the history."
						autoComplete="off"
						required
						error={wrong.reason}
					/>
				)}
			</DialogForm>
		</div>
	);
};
