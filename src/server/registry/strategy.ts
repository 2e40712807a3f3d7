import { type Pieces, doneAtOnce } from '#api/bodies/in-pieces.ts'
import type { FieldError } from '#api/field-error.ts'
import type { ApiObject } from '#api/object-meta.ts'

/** The request data that a strategy may use. */
export interface StrategyContext {
  /** Milliseconds since the epoch, from the server's clock. */
  readonly nowMs: number
  readonly dryRun: boolean
  readonly user: {
    readonly name: string
    readonly groups: readonly string[]
    readonly uid?: string
    readonly extra?: Readonly<Record<string, readonly string[]>>
  }
  /** Returns random text in the alphabet of generated names. */
  readonly random: (length: number) => string
  /** Returns a new uid. */
  readonly uid: () => string
}

/** Errors, or their validation in pieces, for kinds whose objects may have very many parts. [ER8] */
export type Errors = readonly FieldError[] | Pieces<readonly FieldError[]>

/** Runs a validation to its end. */
export const errorsAtOnce = (errors: Errors): readonly FieldError[] => ('next' in errors ? doneAtOnce(errors) : errors)

/** The result of {@link Strategy.validateRules}. The client receives the warnings only if the object is valid. */
export interface RuleFindings {
  readonly errors: readonly FieldError[]
  readonly warnings: readonly string[]
}

/**
 * The behaviour that is specific to one kind, in the terms of the original's registry strategies. All functions receive
 * objects that the kind's schema has decoded and defaulted. Functions that mutate an object change `next` in place;
 * `live` is shared and must never be changed.
 */
export interface Strategy<Kind extends ApiObject = ApiObject> {
  /**
   * Loads the code of `validate`, `validateUpdate`, `validateRules`, `validateInNamespace` and `warnings`, where a server
   * does not load it before it is needed; `undefined` once it is there. Awaited before these are called.
   */
  load?(): Promise<void> | undefined
  /**
   * Sets defaults that depend on other fields. Runs after the defaults of the schema, on every decode of a request and
   * of a patch result.
   */
  default?(next: Kind): void
  /** Clears fields that clients may not set (status) and sets the generation. Runs before validation. */
  prepareForCreate?(next: Kind, context: StrategyContext): void
  /** Returns all errors except those of metadata, which the registry checks itself, in the order of the reference. */
  validate(next: Kind, context: StrategyContext): Errors
  /**
   * Returns errors that depend on the labels of the object's namespace; they precede the others. Reads the labels only
   * when needed.
   */
  validateInNamespace?(
    next: Kind,
    live: Kind | null,
    labels: () => Promise<Readonly<Record<string, string>>>,
  ): Promise<readonly FieldError[]>
  /** Normalizes fields after validation. */
  canonicalize?(next: Kind): void
  prepareForUpdate?(next: Kind, live: Kind, context: StrategyContext): void
  validateUpdate(next: Kind, live: Kind, context: StrategyContext): Errors
  /**
   * Checks rules that depend on the errors of `validate` or `validateUpdate`, which run before (CEL rules of custom
   * resources run only on objects of the right types). `live` is null on create.
   */
  validateRules?(next: Kind, live: Kind | null, errors: readonly FieldError[]): RuleFindings | Pieces<RuleFindings>
  /** Returns the texts of `Warning: 299` headers. */
  warnings?(next: Kind, live: Kind | null, context: StrategyContext): readonly string[]
  /**
   * Fields that this strategy resets, so that a write does not own them: `[['status']]`. Default: status on an object
   * with a status subresource, spec on the status subresource. Used by server-side apply.
   */
  readonly resetFields?: readonly (readonly string[])[]
  /** A PUT to an absent name creates the object. Default false. */
  readonly allowCreateOnUpdate?: boolean
  /** PUT without a resourceVersion is allowed. Default true. */
  readonly allowUnconditionalUpdate?: boolean
  /** Finalizers need no domain: the reference applies only the generic metadata rules to this kind. */
  readonly anyFinalizer?: boolean
  /**
   * Returns the problems of `metadata.name`; the texts follow `Invalid value: "x": `. `prefix`: the name is a
   * generateName.
   */
  readonly validateName: (name: string, prefix: boolean) => readonly string[]
  /**
   * Returns the grace period of a DELETE in seconds; `requested` is the value from the client, if any. A kind without this
   * function has no graceful deletion; an object of a kind with it is first marked and then removed, even with 0.
   * `null`: no grace period for this object.
   */
  gracePeriodSeconds?(live: Kind, requested: number | undefined): number | null
  /**
   * The propagation policy of a DELETE that does not specify one. Default 'background'. 'unsupported': no garbage
   * collection at all (events).
   */
  readonly defaultPropagation?: 'orphan' | 'background' | 'unsupported'
  /** Text of a warning for a DELETE that does not specify a propagation policy. */
  readonly propagationWarning?: string
  /**
   * The way in which the update validation of this kind repeats metadata checks that the registry has already made; clients see the
   * repeated causes. 'changes' (default): identity and immutability are repeated; 'whole': everything is; 'own':
   * `validateUpdate` repeats them itself in its own order.
   */
  readonly metadataOnUpdate?: 'changes' | 'whole' | 'own'
  /**
   * Reports whether the object may be removed, for kinds whose removal waits for more than finalizers (namespaces with
   * spec.finalizers). Default: always.
   */
  readyForRemoval?(next: Kind): boolean
  /**
   * Runs on `next` when a DELETE first sets its deletionTimestamp (a namespace becomes Terminating). For a kind with
   * this function, the DELETE that marks an object never removes it, even if nothing blocks its removal.
   */
  beginDeletion?(next: Kind): void
}
