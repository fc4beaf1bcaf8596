-- Each call with a test certificate looks for its thumbprint.
create index test_certificate_thumbprint on test_certificate (thumbprint);
