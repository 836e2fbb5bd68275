interface Applicant {
  readonly clientid: string
  readonly username: string | undefined
  readonly peerhost: string
}

/** Whether somebody may be a client at all. */
export type Admit = (who: Applicant) => 'allow' | 'banned'
