package trace

import _ "crypto/sha256" // for Hasher
