import type { FieldError } from '#api/field-error.ts'
import type { ApiObject } from '#api/object-meta.ts'

/** What a strategy may know of the request around it. */
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
  /** A fresh random text of the alphabet that generated names use. */
  readonly random: (length: number) => string
  /** A fresh uid. */
  readonly uid: () => string
}

/** What {@link Strategy.validateRules} found. The client gets the warnings only if the object is valid. */
export interface RuleFindings {
  readonly errors: readonly FieldError[]
  readonly warnings: readonly string[]
}

/**
 * All that is special about one kind of object: the words of the reference's registry strategies.
 * Every function sees objects decoded and defaulted by the kind's schema. Functions that change an object change
 * `next` in place; `live` is shared and must never be changed.
 */
export interface Strategy<Kind extends ApiObject = ApiObject> {
  /** Defaults that depend on other fields; runs after the schema's own, on every decode of a request and of a patch result. */
  default?(next: Kind): void
  /** Drops what clients may not set (status), sets generation. Runs before validation. */
  prepareForCreate?(next: Kind, context: StrategyContext): void
  /** All errors besides those of metadata, which the registry checks itself, in the reference's order. */
  validate(next: Kind, context: StrategyContext): readonly FieldError[]
  /** Errors that depend on the labels of the object's namespace; they come before the others. Reads only when it must. */
  validateInNamespace?(
    next: Kind,
    live: Kind | null,
    labels: () => Promise<Readonly<Record<string, string>>>,
  ): Promise<readonly FieldError[]>
  /** Puts normal forms in place after validation. */
  canonicalize?(next: Kind): void
  prepareForUpdate?(next: Kind, live: Kind, context: StrategyContext): void
  validateUpdate(next: Kind, live: Kind, context: StrategyContext): readonly FieldError[]
  /**
   * Checks rules that need to know the errors of `validate` or `validateUpdate`, which run before (CEL rules of custom
   * resources run only on objects of the right types). `live` is null on create.
   */
  validateRules?(next: Kind, live: Kind | null, errors: readonly FieldError[]): RuleFindings
  /** Texts of `Warning: 299` headers. */
  warnings?(next: Kind, live: Kind | null, context: StrategyContext): readonly string[]
  /**
   * Fields that a write under this strategy does not change, so that nobody owns them by it: `[['status']]`. Default:
   * status on an object that has a status subresource, spec on that. Server-side apply.
   */
  readonly resetFields?: readonly (readonly string[])[]
  /** PUT to an absent name creates. Default false. */
  readonly allowCreateOnUpdate?: boolean
  /** PUT without a resourceVersion is allowed. Default true. */
  readonly allowUnconditionalUpdate?: boolean
  /** Finalizers need no domain: the reference checks this kind by the rules of all objects only. */
  readonly anyFinalizer?: boolean
  /** Checks `metadata.name`; the texts follow `Invalid value: "x": `. `prefix`: the name is a generateName. */
  readonly validateName: (name: string, prefix: boolean) => readonly string[]
  /**
   * Seconds that a DELETE waits; `asked` is what the client wants, if it says. A kind without this has no graceful
   * deletion; one with it is marked first and removed second, even with 0. `null`: none for this object.
   */
  gracePeriodSeconds?(live: Kind, asked: number | undefined): number | null
  /** What becomes of dependents when a DELETE does not say: default 'background'. 'unsupported': no garbage collection at all (events). */
  readonly defaultPropagation?: 'orphan' | 'background' | 'unsupported'
  /** Text of a warning for a DELETE that does not say what becomes of dependents. */
  readonly propagationWarning?: string
  /**
   * How the reference's ValidateUpdate of this kind repeats what the registry has checked in metadata already, which
   * clients see as repeated causes. 'changes' (default): identity and immutability again; 'whole': all of it again;
   * 'own': `validateUpdate` repeats it itself, in an order of its own.
   */
  readonly metadataOnUpdate?: 'changes' | 'whole' | 'own'
  /** Objects whose final removal must wait for more than finalizers (namespaces with spec.finalizers). Default: none. */
  readyForRemoval?(next: Kind): boolean
  /**
   * Runs on `next` when a DELETE first marks it with a deletionTimestamp (a namespace turns Terminating). An object of a
   * kind that has this is never removed by the DELETE that marks it, even where nothing holds it.
   */
  beginDeletion?(next: Kind): void
}
