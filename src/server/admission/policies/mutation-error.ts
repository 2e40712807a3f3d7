/** A mutation that can't be made; it counts by the policy's failure policy. The text is the reference's. */
export class MutationError extends Error {}
