import { Button } from '@mantine/core';
import { useAccount, useMay } from '../../api/account.ts';
import { useViewAddress, useViewCalls } from '../../api/views.ts';
import { DialogButton } from '../dialog/dialog-button.tsx';
import { onDemand } from '../loading/on-demand.tsx';
import { notify, notifyFailure } from '../notifications/notifications.tsx';

const Keeping = onDemand(() => import('./keep-view-dialog.tsx'), 'KeepViewDialog');

/** Renders the button that keeps a list with its filters in the sidebar, or removes it from there. */
export const ViewButton = ({ isNarrowed }: { isNarrowed: boolean }) => {
	const address = useViewAddress();
	const view = useAccount()?.views.find((each) => each.address === address);
	const isAdmin = useMay('people:manage');
	const { keep, remove } = useViewCalls();
	if (!view)
		return (
			isNarrowed && (
				<DialogButton part={Keeping} dialog={{ address }} variant="default">
					Keep this view…
				</DialogButton>
			)
		);
	const { name, shared } = view;
	const onClick = async () => {
		await remove(view);
		notify({
			good: true,
			title: `“${name}” removed`,
			message: '',
			action: {
				label: 'Undo',
				run: () =>
					void keep({ name, address, shared }).catch((error) =>
						notifyFailure(error, 'Could not keep the view'),
					),
			},
		});
	};
	return (
		(view.own || isAdmin) && (
			<Button
				variant="default"
				onClick={() =>
					void onClick().catch((error) => notifyFailure(error, 'Could not remove the view'))
				}
			>
				Remove view
			</Button>
		)
	);
};
