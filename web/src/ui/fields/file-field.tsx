import { Button, CloseButton, FileButton, Input, Progress, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, useId, useState } from 'react';
import { UPLOAD_MAX_BYTES } from '#shared/contract/files.ts';
import { useUpload } from '../../api/use-upload.ts';
import { Failure } from '../failure-text.tsx';
import { FileLink } from '../file-link.tsx';
import { fileSize } from '../file-size.ts';
import type { Values } from '../form/entry.ts';
import classes from './file-field.module.css';
import { type FieldProps, useField } from './use-field.ts';

interface FileFieldProps<V extends Values> extends FieldProps<V> {
	/** 'Content File'. */
	label: string;
	/** 'Current content URL'. */
	currentLabel?: string;
	/** `topicExtensions` or `paperExtensions` of the contract. */
	extensions: readonly string[];
}

const percent = (share: number) => `${Math.round(share * 100)}%`;

/**
 * Uploads a file as soon as it is picked or dropped, with progress and a way to cancel; its link
 * becomes the value of the field when it is there. Saving waits for it.
 */
export const FileField = <V extends Values>(props: FileFieldProps<V>) => {
	const { entry, name, label, currentLabel = 'Current file', extensions } = props;
	const id = useId();
	const [over, setOver] = useState(false);
	const { value, set, input } = useField(props, label);
	const { state, start, cancel } = useUpload(extensions);
	const sending = state.step === 'sending';
	const accept = extensions.map((extension) => `.${extension}`).join(',');

	const take = async (file: File | null | undefined) => {
		if (!file || input.readOnly) return;
		entry.wait(name, true);
		const uploaded = await start(file);
		entry.wait(name, false);
		if (uploaded) set(uploaded.url);
	};
	if (entry.readOnly) {
		return (
			<Input.Wrapper label={label} labelElement="div" className={input.className}>
				{typeof value === 'string' && value !== '' ? (
					<div>
						<FileLink url={value} />
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
				{typeof value === 'string' && value !== '' && (
					<div className={classes.current}>
						<Text size="xs" c="dimmed">
							{currentLabel}
						</Text>
						<FileLink url={value} />
						{!input.readOnly && (
							<CloseButton aria-label={`Remove ${label}`} onClick={() => set(null)} />
						)}
					</div>
				)}
				{sending ? (
					<div className={classes.sending}>
						<Text size="sm" className={classes.name}>
							{state.name} · {fileSize(state.size)}
						</Text>
						<Progress
							value={state.share * 100}
							aria-label={`Uploading ${state.name}`}
							className={classes.progress}
						/>
						<Text size="sm" className="tabular">
							{percent(state.share)}
						</Text>
						<Button variant="default" size="xs" onClick={cancel}>
							Cancel upload
						</Button>
					</div>
				) : (
					<div className={classes.pick}>
						<FileButton accept={accept} onChange={(file) => void take(file)}>
							{(button) => (
								<Button
									{...button}
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
					</div>
				)}
				{state.step === 'failed' && <Failure words={state.words} about={state.name} />}
			</div>
		</Input.Wrapper>
	);
};
