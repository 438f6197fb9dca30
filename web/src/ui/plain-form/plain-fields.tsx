import {
	NativeSelect,
	type NativeSelectProps,
	TextInput,
	type TextInputProps,
} from '@mantine/core';
import { createContext, useContext } from 'react';

/** What is wrong with the fields of the `PlainForm` around, by their names. */
export const Messages = createContext<Readonly<Record<string, string | undefined>>>({});

/** What is wrong with one of them. */
export const useMessage = (name: string) => useContext(Messages)[name];

/** One line of text in a `PlainForm`. */
export const PlainText = (props: TextInputProps & { name: string }) => (
	<TextInput autoComplete="off" {...props} error={useMessage(props.name)} />
);

/** One of several in a `PlainForm`, by the browser's own list. */
export const PlainChoice = (props: NativeSelectProps & { name: string }) => (
	<NativeSelect {...props} error={useMessage(props.name)} />
);
