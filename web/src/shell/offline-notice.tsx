import { useNetwork } from '@mantine/hooks';
import { IconWifiOff } from '@tabler/icons-react';
import classes from './shell.module.css';

/**
 * Says so while the device has no connection. It stands in the header, so that nothing moves under
 * the finger when a weak line comes and goes; a small screen shows the first sentence.
 */
export const OfflineNotice = () => {
	const { online } = useNetwork();
	return online ? null : (
		<p className={classes.offline} role="status">
			<IconWifiOff size={20} stroke={1.7} aria-hidden />
			<span>
				You are offline.
				<span className={classes.offlineMore}>
					{' '}
					What you see may be out of date, and saving has to wait.
				</span>
			</span>
		</p>
	);
};
