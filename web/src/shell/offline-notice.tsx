import { useNetwork } from '@mantine/hooks';
import { IconWifiOff } from '@tabler/icons-react';
import classes from './shell.module.css';

/** Says so while the device has no connection. */
export const OfflineNotice = () => {
	const { online } = useNetwork();
	return online ? null : (
		<p className={classes.offline} role="status">
			<IconWifiOff size={20} stroke={1.7} aria-hidden />
			You are offline. What you see may be out of date, and saving has to wait.
		</p>
	);
};
