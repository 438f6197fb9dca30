import { Radio, type RadioGroupProps } from '@mantine/core';
import { useMessage } from './plain-fields.tsx';

/** One of several in a `PlainForm`, all of them in sight. */
export const PlainRadios = (props: RadioGroupProps & { name: string }) => (
	<Radio.Group {...props} error={useMessage(props.name)} errorProps={{ mt: 'xs' }} />
);
