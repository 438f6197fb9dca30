import { type ReactNode, useState } from 'react';
import classes from './file-link.module.css';

interface FilePictureProps {
	url: string;
	/** Whether there is a picture of its first page, as far as it is known. */
	known: boolean;
	/** Stands in its place where there is none, or no room. */
	children: ReactNode;
}

/** A small picture of a file's first page, on a screen that has room for it, in a box that is always as large. */
export const FilePicture = ({ url, known, children }: FilePictureProps) => {
	const [failed, fail] = useState(false);
	return (
		<>
			<span className={classes.sign}>{children}</span>
			<span className={classes.picture} aria-hidden>
				{known && !failed ? (
					<img src={`/api${url}/picture`} alt="" loading="lazy" onError={() => fail(true)} />
				) : (
					children
				)}
			</span>
		</>
	);
};
