import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconWifiOff } from '@tabler/icons-react';

/** Says so while the device has no connection. */
export const OfflineNotice = () => {
	const { online } = useNetwork();
	return online ? null : (
		<Alert color="gray" mb="md" icon={<IconWifiOff size={20} aria-hidden />} role="status">
			You are offline. What you see may be out of date, and saving has to wait.
		</Alert>
	);
};
