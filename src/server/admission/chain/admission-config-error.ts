/** An AdmissionConfiguration, or the configuration of one of its plugins, that is not valid. */
export class AdmissionConfigError extends Error {
  override readonly name = 'AdmissionConfigError'
}
