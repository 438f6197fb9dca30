import { Radio, type RadioGroupProps } from '@mantine/core';
import { useMessage } from './plain-fields.tsx';

/** Renders a radio group of a `PlainForm`. */
export const PlainRadios = (props: RadioGroupProps & { name: string }) => (
	<Radio.Group {...props} error={useMessage(props.name)} errorProps={{ mt: 'xs' }} />
);
