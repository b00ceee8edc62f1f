#!/bin/sh
set -eu
for attempt in 1 2 3 4 5 6 7 8 9 10 11 12; do
  aws --endpoint-url http://store:8333 s3api head-bucket --bucket docspine 2>/dev/null && exit 0
  aws --endpoint-url http://store:8333 s3api create-bucket --bucket docspine && exit 0
  echo "The store doesn't answer yet (attempt ${attempt})."
  sleep 5
done
exit 1
