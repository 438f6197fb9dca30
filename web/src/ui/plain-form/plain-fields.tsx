import {
	NativeSelect,
	type NativeSelectProps,
	TextInput,
	type TextInputProps,
} from '@mantine/core';
import { createContext, useContext } from 'react';

/** Error messages of the surrounding `PlainForm`, by field name. */
export const Messages = createContext<Readonly<Record<string, string | undefined>>>({});

/** Returns the error message of a field. */
export const useMessage = (name: string) => useContext(Messages)[name];

/** Renders a text input of a `PlainForm`. */
export const PlainText = (props: TextInputProps & { name: string }) => (
	<TextInput autoComplete="off" {...props} error={useMessage(props.name)} />
);

/** Renders a native select of a `PlainForm`. */
export const PlainChoice = (props: NativeSelectProps & { name: string }) => (
	<NativeSelect {...props} error={useMessage(props.name)} />
);
