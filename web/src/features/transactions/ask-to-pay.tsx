import { Button } from '@mantine/core';
import { IconDeviceMobileDollar } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useAccount, useMay } from '../../api/account.ts';
import { useAsked } from '../../ui/asked.ts';
import { onDemand, whenReached } from '../../ui/on-demand.tsx';

const [AskToPayDialog, prepare] = onDemand(
	() => import('./ask-to-pay-dialog.tsx'),
	'AskToPayDialog',
);

/** The way to ask a payer to pay, where payments are set up and for those who may. */
export const AskToPay = () => {
	const [opened, setOpened] = useState(false);
	const close = useCallback(() => setOpened(false), []);
	const mayAct = useMay('payments:act');
	const on = useAccount()?.payments_on ?? false;
	useAsked('request-payment', () => setOpened(true));
	if (!mayAct || !on) return null;
	return (
		<>
			<Button
				leftSection={<IconDeviceMobileDollar size={18} aria-hidden />}
				onClick={() => setOpened(true)}
				{...whenReached(prepare)}
			>
				Request payment
			</Button>
			<AskToPayDialog opened={opened} onClose={close} />
		</>
	);
};
