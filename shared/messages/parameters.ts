/** What a parameter of a message may be; `ParameterTypes` describes each. */
export type ParameterKind =
  'text' | 'word' | 'count' | 'bytes' | 'seconds' | 'instant' | 'texts' | 'message' | 'messages' | 'sentences'

/**
 * Codes with the kinds of their parameters, both in snake_case as in the API. Codes are public: a released code keeps its
 * meaning and its parameters.
 */
export type MessageGroup = Readonly<Record<string, Readonly<Record<string, ParameterKind>>>>
