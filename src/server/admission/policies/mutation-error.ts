/**
 * A mutation that cannot be applied. It is subject to the policy's failure policy. The message is the reference's.
 */
export class MutationError extends Error {}
