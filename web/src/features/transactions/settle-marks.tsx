import { Button } from '@mantine/core';
import { useState } from 'react';
import { markSettlement } from '#shared/contract/settlements.ts';
import { DialogForm } from '../../ui/form-modal.tsx';
import { forgetReason, hasReason, ReasonField } from '../../ui/reason-field.tsx';
import { useNote } from './acts.ts';
import classes from './transactions.module.css';

/** Says, with a reason, that a marked payment needs no look any more. */
export const SettleMarks = ({ id }: { id: string }) => {
	const [asked, ask] = useState(() => hasReason(id));
	const close = () => {
		forgetReason(id);
		ask(false);
	};
	const send = useNote(id, 'settle');
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
				onClose={close}
				submit="Settle"
				pending="Settling..."
				fallback="The payment could not be settled"
			>
				<ReasonField
					about={id}
					description="Why nobody has to look at it any more. It stays in the history."
				/>
			</DialogForm>
		</div>
	);
};
