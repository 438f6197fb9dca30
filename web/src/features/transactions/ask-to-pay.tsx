import { IconDeviceMobileDollar } from '@tabler/icons-react';
import { useAccount, useMay } from '../../api/account.ts';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { onDemand } from '../../ui/on-demand.tsx';

const Asking = onDemand(() => import('./ask-to-pay-dialog.tsx'), 'AskToPayDialog');

/** The way to ask a payer to pay, where payments are set up and for those who may. */
export const AskToPay = () => {
	const mayAct = useMay('payments:act');
	const on = useAccount()?.payments_on ?? false;
	if (!mayAct || !on) return null;
	return (
		<DialogButton
			of={Asking}
			ask="request-payment"
			leftSection={<IconDeviceMobileDollar size={18} aria-hidden />}
		>
			Request payment
		</DialogButton>
	);
};
