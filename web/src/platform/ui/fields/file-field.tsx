import { ActionIcon, Box, Button, FileButton, Group, Input, Text } from '@mantine/core';
import { IconArrowBackUp, IconUpload, IconX, type TablerIcon } from '@tabler/icons-react';
import {
	type DragEvent,
	useEffect,
	useEffectEvent,
	useId,
	useLayoutEffect,
	useRef,
	useState,
} from 'react';
import { UPLOAD_MAX_BYTES } from '#shared/contract/content/files.ts';
import { useUpload } from '../../api/upload/use-upload.ts';
import { FileInside } from '../files/file-inside.tsx';
import { Failure } from '../loading/failed.tsx';
import { FileLink } from '../preview/file-link.tsx';
import classes from './fields.module.css';
import { UploadStatus } from './upload-status.tsx';
import { type FieldProps, useField } from './use-field.ts';
import { useFormContext } from './use-form.ts';

interface FileRowProps {
	label: string;
	url: string;
	/** Hides the action. */
	locked: boolean;
	/** The action for the file. */
	icon?: TablerIcon;
	words?: string;
	act?: () => void;
}

/** Renders the current or the last saved file of the field. */
const FileRow = ({ label, url, locked, icon: Icon, words, act }: FileRowProps) => (
	<Group gap="6px 12px">
		<Text size="xs" c="dimmed" flex="1 0 100%">
			{label}
		</Text>
		<Box flex={1} miw={0}>
			<FileLink url={url} described />
		</Box>
		{Icon && act && !locked && (
			<ActionIcon aria-label={words} onClick={act}>
				<Icon size={18} aria-hidden />
			</ActionIcon>
		)}
		<FileInside url={url} />
	</Group>
);

type FileFieldProps = FieldProps & {
	/** 'Current content URL'. */
	currentLabel?: string;
	/** `topicExtensions` or `paperExtensions` of the contract. */
	extensions: readonly string[];
	/** A file that was dropped before the field was mounted; uploaded at once. */
	dropped?: File | undefined;
};

const readLink = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/**
 * Moves the focus to the button of the next step if the pressed button was removed. In a layout effect, to run before
 * other code finds the focus lost.
 */
const useFocusHandedOn = (state: ReturnType<typeof useUpload>['state']) => {
	const pick = useRef<HTMLButtonElement>(null);
	const next = useRef<HTMLButtonElement>(null);
	const step = state.step === 'sending' ? state.progress.step : state.step;
	const previousStep = useRef(step);
	useLayoutEffect(() => {
		if (previousStep.current !== step && document.activeElement === document.body)
			(next.current ?? pick.current)?.focus();
		previousStep.current = step;
	}, [step]);
	return { pick, next };
};

/**
 * Renders a field that uploads a file once it is chosen or dropped, with progress and Cancel. The link becomes the
 * value of the field when the upload ends; saving waits for it.
 */
export const FileField = (props: FileFieldProps) => {
	const form = useFormContext();
	const { name, currentLabel = 'Current file', extensions } = props;
	const id = useId();
	const [over, setOver] = useState(false);
	const field = useField(props);
	const { set, input } = field;
	const { label } = input;
	const value = readLink(field.value);
	const saved = readLink(form.inputs.getInitialValues()[name]);
	const { state, start, cancel, tryNow } = useUpload(extensions);
	const accept = extensions.map((extension) => `.${extension}`).join(',');

	const { pick, next } = useFocusHandedOn(state);
	const reset = useRef<() => void>(null);
	const take = async (file: File | null | undefined) => {
		if (!file || input.readOnly) return;
		// A replacement starts before the upload that it replaces ends.
		form.wait(1);
		const uploaded = await start(file);
		form.wait(-1);
		if (uploaded) set(uploaded.url);
	};
	const takeDropped = useEffectEvent(() => void take(props.dropped));
	useEffect(() => takeDropped(), []);
	if (form.readOnly) {
		return (
			<Input.Wrapper label={label} labelElement="div" className={input.className}>
				{value ? (
					<div>
						<FileLink url={value} described />
						<FileInside url={value} />
					</div>
				) : (
					<Text c="dimmed">Not set</Text>
				)}
			</Input.Wrapper>
		);
	}
	const drag = (inside: boolean) => (event: DragEvent) => {
		event.preventDefault();
		setOver(inside);
	};

	return (
		<Input.Wrapper label={label} labelElement="div" labelProps={{ id }} error={input.error}>
			{/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be dropped on everywhere */}
			<div
				role="group"
				aria-labelledby={id}
				className={classes.zone}
				data-over={over || undefined}
				onDragOver={drag(true)}
				onDragLeave={drag(false)}
				onDrop={(event) => {
					drag(false)(event);
					void take(event.dataTransfer.files[0]);
				}}
			>
				{saved && (
					<FileRow
						label={
							value === saved
								? currentLabel
								: `${currentLabel}, ${value ? 'replaced' : 'removed'} when you save`
						}
						url={saved}
						locked={input.readOnly}
						{...(value
							? value === saved && { icon: IconX, words: `Remove ${label}`, act: () => set(null) }
							: { icon: IconArrowBackUp, words: `Keep ${label}`, act: () => set(saved) })}
					/>
				)}
				{value && value !== saved && (
					<FileRow
						label="Chosen, not saved yet"
						url={value}
						locked={input.readOnly}
						icon={IconX}
						words={`Remove ${label}`}
						act={() => {
							set(saved);
							pick.current?.focus();
						}}
					/>
				)}
				{state.step === 'sending' && (
					<UploadStatus {...state} focus={next} onTry={tryNow} onCancel={cancel} />
				)}
				{state.step === 'failed' && (
					<Group gap="6px 12px">
						<Failure words={state.words} about={state.name} />
						{state.again && (
							<Button ref={next} variant="default" size="xs" onClick={() => void take(state.again)}>
								Retry
							</Button>
						)}
					</Group>
				)}
				{state.step !== 'sending' && (
					<Group gap="6px 12px">
						<FileButton
							accept={accept}
							resetRef={reset}
							onChange={(file) => {
								// Without the reset, the browser fires no event when the same file is chosen again.
								reset.current?.();
								void take(file);
							}}
						>
							{(button) => (
								<Button
									{...button}
									ref={pick}
									variant="default"
									leftSection={<IconUpload size={18} aria-hidden />}
								>
									{value ? 'Replace file' : 'Choose file'}
								</Button>
							)}
						</FileButton>
						<Text size="xs" c="dimmed">
							{accept.replaceAll(',', ', ')}, at most {UPLOAD_MAX_BYTES / 1024 / 1024} MB
						</Text>
					</Group>
				)}
			</div>
		</Input.Wrapper>
	);
};
