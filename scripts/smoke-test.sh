#!/usr/bin/env bash
# Tests a running server from outside: waits for /readyz, signs in, and reads the courses.
# Usage: bash scripts/smoke-test.sh <address> <e-mail> <password>
set -euo pipefail
address=$1 email=$2 password=$3
jar=$(mktemp)
trap 'rm -f "$jar"' EXIT

for _ in $(seq 60); do
	if curl -fsS -o /dev/null "$address/readyz" 2>/dev/null; then break; fi
	sleep 1
done
curl -fsS "$address/readyz"
echo

curl -fsS -o /dev/null -c "$jar" "$address/api/auth/sign-in/email" \
	-H 'Content-Type: application/json' -H "Origin: $address" \
	-d "{\"email\": \"$email\", \"password\": \"$password\"}"
curl -fsS -b "$jar" "$address/api/courses" | head -c 300
echo
curl -fsS -o /dev/null "$address/admin"
echo "ready, signed in, courses read, console served"
