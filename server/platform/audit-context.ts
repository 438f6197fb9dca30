/** A person at the console, a program with a key, or the product itself. */
export interface Actor {
	kind: 'anyone' | 'person' | 'program' | 'learner' | 'system';
	/** Stable and unique within its kind; the scope of an `Idempotency-Key`. */
	id: string;
	name: string;
	role?: string;
}

/** The actor of requests without a session or key. */
export const ANYONE: Actor = { kind: 'anyone', id: 'anyone', name: 'Anyone' };

const SYSTEM: Actor = { kind: 'system', id: 'system', name: 'System' };

/** The actor, request and address of a change; null where there was none. */
export interface AuditContext {
	actor: Actor;
	requestId: string | null;
	address: string | null;
	/** The operation over many items that it is a part of. */
	operation?: string;
}

/** The context of sample data, imports and jobs. */
export const SYSTEM_CONTEXT: AuditContext = { actor: SYSTEM, requestId: null, address: null };

/** The context of commands. */
export const OPERATOR_CONTEXT: AuditContext = {
	actor: { kind: 'system', id: 'operator', name: 'Operator at the command line' },
	requestId: null,
	address: null,
};

/** Returns the context of a request. */
export const toAuditContext = ({
	actor,
	id,
	ip,
}: {
	actor: Actor | null;
	id: string;
	ip: string;
}): AuditContext => ({
	actor: actor ?? ANYONE,
	requestId: id,
	address: ip,
});

/** Returns an actor as one text, such as `person:0198…`. */
export const formatActor = ({ kind, id }: Pick<Actor, 'kind' | 'id'>) => `${kind}:${id}`;

/** Returns the actor of such a text, with the name that is stored in another column. */
export const parseActor = (text: string, name: string): Actor => {
	const [kind, ...id] = text.split(':');
	return { kind: kind as Actor['kind'], id: id.join(':'), name };
};
