#!/bin/sh
# One key, allowed to do everything with the one bucket.
set -eu
cat > /tmp/s3.json <<JSON
{
  "identities": [
    {
      "name": "docspine",
      "credentials": [{ "accessKey": "docspine", "secretKey": "${S3_SECRET}" }],
      "actions": ["Admin", "Read", "Write", "List", "Tagging"]
    }
  ]
}
JSON
exec weed server -dir=/data -ip.bind=0.0.0.0 -s3 -s3.port=8333 -s3.config=/tmp/s3.json
